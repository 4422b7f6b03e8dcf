/** Where to go after signing in from no page of ours; it depends on the person. */
export const afterSignIn = '/start'
