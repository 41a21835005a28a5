// A jump to a function of libz3 through a slot, for the procedure call standard
// of AArch64. Each jump has its own sections, so that the linker drops unused
// ones.
.macro jump name
  .section .rodata.\name, "a", @progbits
  .L\name\().name: .asciz "\name"
  .section .data.\name, "aw", @progbits
  .balign 8
  .L\name\().slot: .quad veriframe_z3_first_call, .L\name\().name
  .section .text.\name, "ax", @progbits
  .balign 4
  .globl \name
  .type \name, @function
  \name:
    adrp x16, .L\name\().slot
    add x16, x16, :lo12:.L\name\().slot
    ldr x17, [x16]
    br x17
  .size \name, . - \name
.endm

// The initial target of slots: saves the argument registers, fills the slot
// (its address is in x16), and jumps to the function.
.text
.balign 4
.type veriframe_z3_first_call, @function
veriframe_z3_first_call:
  stp x29, x30, [sp, #-224]!
  mov x29, sp
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  stp x8, x16, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov x0, x16
  bl veriframe_z3_find
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldp x8, x16, [sp, #80]
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x29, x30, [sp], #224
  ldr x17, [x16]
  br x17
.section .note.GNU-stack, "", @progbits
