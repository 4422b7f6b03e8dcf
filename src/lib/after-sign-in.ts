/** Where somebody goes after signing in who came from no page of ours; it leads on by who they are. */
export const afterSignIn = '/start'
