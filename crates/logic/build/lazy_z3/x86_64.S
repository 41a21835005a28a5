# A jump to a function of libz3 through a slot, for the System V ABI of x86-64.
# Each jump has its own sections, so that the linker drops unused ones.
.macro jump name
  .section .rodata.\name, "a", @progbits
  .L\name\().name: .asciz "\name"
  .section .data.\name, "aw", @progbits
  .balign 8
  .L\name\().slot: .quad veriframe_z3_first_call, .L\name\().name
  .section .text.\name, "ax", @progbits
  .globl \name
  .type \name, @function
  \name:
    lea .L\name\().slot(%rip), %r11
    jmp *(%r11)
  .size \name, . - \name
.endm

# The initial target of slots: saves the argument registers, fills the slot
# (its address is in r11), and jumps to the function. At the call the stack
# pointer is aligned to 16 bytes, as the ABI requires.
.text
.type veriframe_z3_first_call, @function
veriframe_z3_first_call:
  push %rdi
  push %rsi
  push %rdx
  push %rcx
  push %r8
  push %r9
  push %r11
  sub $128, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  mov %r11, %rdi
  call veriframe_z3_find@PLT
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  add $128, %rsp
  pop %r11
  pop %r9
  pop %r8
  pop %rcx
  pop %rdx
  pop %rsi
  pop %rdi
  jmp *(%r11)
.section .note.GNU-stack, "", @progbits
