/** An error whose message is for the operator: it says what to do, and is shown alone, without a stack. */
export class OperatorError extends Error {}
