import sys


def run(n):
    a = [0] * n
    k = 0
    while k < n:
        a[k] = n - k
        k = k + 1
    i = 0
    while i < n:
        j = 0
        while j + 1 < n - i:
            if a[j + 1] < a[j]:
                t = a[j]
                a[j] = a[j + 1]
                a[j + 1] = t
            j = j + 1
        i = i + 1
    return a[0]


run(int(sys.argv[1]))
