/** The account of the demo that anybody may sign in with: an artist, and the owner of the site. */
export const demoAccount = { handle: 'mara-velo', email: 'mara-velo@example.com', password: 'press play' } as const
