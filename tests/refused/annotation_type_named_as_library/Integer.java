@interface Integer { int MAX_VALUE = 5; }
