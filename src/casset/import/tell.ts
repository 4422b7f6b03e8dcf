/** Called as the work goes on, for whoever waits. */
export type Tell = (done: number, of: number, what: string) => void
