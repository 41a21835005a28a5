package found.trees;

import java.util.NoSuchElementException;

/** A min-heap in an array. */
public class IntHeap {
  private int[] heap;
  private int size;

  public IntHeap(int capacity) {
    heap = new int[capacity];
  }

  public void offer(int x) {
    if (size == heap.length) {
      throw new IllegalStateException("heap full");
    }
    heap[size] = x;
    swim(size++);
  }

  private void swim(int i) {
    while (i > 0 && heap[i] < heap[(i - 1) / 2]) {
      swap(i, (i - 1) / 2);
      i = (i - 1) / 2;
    }
  }

  private void sink(int i) {
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[i] <= heap[child]) {
        break;
      }
      swap(i, child);
      i = child;
    }
  }

  private void swap(int i, int j) {
    int t = heap[i];
    heap[i] = heap[j];
    heap[j] = t;
  }

  public int poll() {
    if (size == 0) {
      throw new NoSuchElementException();
    }
    int min = heap[0];
    heap[0] = heap[--size];
    sink(0);
    return min;
  }

  public boolean isEmpty() {
    return size == 0;
  }
}
