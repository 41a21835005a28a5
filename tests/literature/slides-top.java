// 003, slides 77 and 78: from "good", all sixteen kinds of inputs are made, in generations with scores
//$ test --member Top.top --input "input=[103, 111, 111, 100]" --jobs 1
//> 33 inputs, 17 violate the precondition
//> no others are left to try
//= 0
//$ test --member Top.abort --input "input=[103, 111, 111, 100]" --jobs 1
//> it is false
//> cnt = 3
//> with the input input = ['b', 'a', 'd', 0]
//> 1 violation; 33 inputs
//= 1
//$ test --member Top.top --input "input=[103, 111, 111, 100]" --jobs 1 --format json --tree
//> "generation": 0,
//> 103,
//> "negated": 9,
//> "generation": 1,
//> "score": 2,
//> 98,
//> "generation": 2,
//= 0
//$ explore --member Top.top --input "input=[A, B, C, D]"
//> 16 leaves (16 returned
//> returns 4
//> if A == 98 && B == 97 && C == 100 && D == 33
//> returns 0
//> if A != 98 && B != 97 && C != 100 && D != 33
//= 0
class Top {
  //@ requires acc(input.elems) * input.length == 4;
  static int top(char[] input) {
    int cnt = 0;
    if (input[0] == 'b') cnt++;
    if (input[1] == 'a') cnt++;
    if (input[2] == 'd') cnt++;
    if (input[3] == '!') cnt++;
    return cnt;
  }
  //@ requires acc(input.elems) * input.length == 4;
  static void abort(char[] input) {
    int cnt = 0;
    if (input[0] == 'b') cnt++;
    if (input[1] == 'a') cnt++;
    if (input[2] == 'd') cnt++;
    if (input[3] == '!') cnt++;
    assert cnt < 3;
  }
}
