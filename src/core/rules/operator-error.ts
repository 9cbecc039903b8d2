/** An error for the operator. The message says what to do and is printed without a stack trace. */
export class OperatorError extends Error {}
