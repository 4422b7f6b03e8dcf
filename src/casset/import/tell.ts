/** Reports progress: how many files are done, of how many, and what was done with them. */
export type Tell = (done: number, of: number, what: string) => void
