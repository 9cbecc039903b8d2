/** Error for a wrong code of sign-up or sign-in. Access codes have the same sentence in `languages/`. */
export const wrongCode = 'The code given is not right.'
