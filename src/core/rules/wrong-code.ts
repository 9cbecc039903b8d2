/** Error for every wrong code: access code, sign-up code, sign-in code. */
export const wrongCode = 'The code given is not right.'
