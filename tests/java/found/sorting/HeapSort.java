package found.sorting;

/** Heapsort on an int array. */
public class HeapSort {

  public void sort(int[] a) {
    int n = a.length;
    for (int i = n / 2 - 1; i >= 0; i--) {
      siftDown(a, i, n);
    }
    for (int end = n - 1; end > 0; end--) {
      int t = a[0];
      a[0] = a[end];
      a[end] = t;
      siftDown(a, 0, end);
    }
  }

  private void siftDown(int[] a, int root, int size) {
    int largest = root;
    int left = leftChild(root);
    int right = rightChild(root);
    if (left < size && a[left] > a[largest]) {
      largest = left;
    }
    if (right < size && a[right] > a[largest]) {
      largest = right;
    }
    if (largest != root) {
      int t = a[root];
      a[root] = a[largest];
      a[largest] = t;
      siftDown(a, largest, size);
    }
  }

  static int leftChild(int i) {
    return 2 * i + 1;
  }

  static int rightChild(int i) {
    return 2 * i + 2;
  }

  static int parent(int i) {
    return i == 0 ? -1 : (i - 1) / 2;
  }

  public static void main(String[] args) {
    int[] data = {12, 11, 13, 5, 6, 7};
    new HeapSort().sort(data);
    StringBuilder sb = new StringBuilder();
    for (int i = 0; i < data.length; i++) {
      sb.append(data[i]).append(' ');
    }
    System.out.println(sb.toString().trim());
  }
}
