package found.geometry;

/** A vector in space, with real coordinates. */
public final class Vector3 {
  public final double x;
  public final double y;
  public final double z;

  public Vector3(double x, double y, double z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  public Vector3 plus(Vector3 v) {
    return new Vector3(x + v.x, y + v.y, z + v.z);
  }

  public double dot(Vector3 v) {
    return x * v.x + y * v.y + z * v.z;
  }

  public double length() {
    return Math.sqrt(dot(this));
  }
}
