/** The codes of errors that we answer: https://opensubsonic.netlify.app/docs/responses/error/ */
export const failures = {
  other: 0,
  missing: 10,
  wrongPassword: 40,
  unknownWay: 42,
  twoWays: 43,
  wrongKey: 44,
  absent: 70,
} as const

/** An error of the protocol, which is answered with the status 200. */
export class Failure extends Error {
  readonly code: number

  constructor(kind: keyof typeof failures, message: string) {
    super(message)
    this.code = failures[kind]
  }
}
