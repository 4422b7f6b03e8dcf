/** What a request was and how it was answered, when that is not as the contract has it. */
export type Oddity = { request: string; answer: string }
