import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { errorResponse } from '../answer/error-response.ts'
import { pathOf } from '../request/path.ts'
import { type Handle, wrapAnswers } from '../request/request-watch.ts'

/**
 * The time in which a program that was just started is looked at. `passed` becomes true when it may
 * go on, and false when it ends without having let anybody in.
 */
export type Probation = { passed: Promise<boolean>; end(): void }

/** Lets every request but `/healthz` wait until the program may go on. */
export function answerOncePassed<A extends Parameters<typeof wrapAnswers>[0]>(answers: A, { passed }: Probation) {
  let isPassed = false
  void passed.then((is) => {
    isPassed = is
  })
  return wrapAnswers(answers, (handle) => {
    const later: Handle = async (request, server) => ((await passed) ? handle(request, server) : ending())
    return (request, server) =>
      isPassed || pathOf(request.url) === '/healthz' ? handle(request, server) : later(request, server)
  })
}

const ending = () => errorResponse(new AppError('UNAVAILABLE', say('This site is starting again.'), { retryAfter: 1 }))
