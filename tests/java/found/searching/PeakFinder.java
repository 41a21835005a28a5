package found.searching;

/** Finds local maxima. */
public class PeakFinder {

  /** Index of some peak. */
  public static int peak(int[] heights) {
    int lo = 0;
    int hi = heights.length - 1;
    while (lo < hi) {
      int mid = lo + (hi - lo) / 2;
      if (heights[mid] < heights[mid + 1]) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return lo;
  }

  public static int countPeaks(int[] heights) {
    int count = 0;
    for (int i = 0; i < heights.length; i++) {
      boolean left = i == 0 || heights[i - 1] < heights[i];
      boolean right = i == heights.length - 1 || heights[i + 1] < heights[i];
      if (left && right) {
        count++;
      }
    }
    return count;
  }

  /** Searches rows for the first negative number. */
  public static int firstNegative(int[][] rows) {
    int found = 0;
    search:
    for (int r = 0; r < rows.length; r++) {
      for (int c = 0; c < rows[r].length; c++) {
        if (rows[r][c] < 0) {
          found = rows[r][c];
          break search;
        }
      }
    }
    return found;
  }

  public static void main(String[] args) {
    int[] hills = {1, 3, 2, 4, 1};
    System.out.println(peak(hills) + " " + countPeaks(hills));
  }
}
