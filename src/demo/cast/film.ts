/** The clips that the demo brings, by the names of their files. */
export type Film = 'crank' | 'van' | 'chorus' | 'kilometre' | 'wipers' | 'below'
