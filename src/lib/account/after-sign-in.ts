/**
 * Returns where to go after signing in when the visitor came from no page of ours; it depends on
 * who they are.
 */
export const afterSignIn = '/start'
