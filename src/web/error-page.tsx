import type { Ctx } from '../context.ts'
import type { AppError } from '../errors.ts'
import { viewerOf } from '../http/session.ts'
import { answerPage } from './answer-page.tsx'
import { nothingHere, type Trouble, TroublePage } from './parts/trouble.tsx'

function troubleOf({ status, message, detail }: AppError, path: string): Trouble {
  if (status === 404) return nothingHere
  const trouble = { title: 'The tape jammed', reason: message, retry: path }
  return detail.hint === undefined ? trouble : { ...trouble, hint: detail.hint }
}

/** The page for an error on the way to one. It says no more than the error's own message, which is made for readers. */
export function errorPage(ctx: Ctx, request: Request, error: AppError): Response {
  const { pathname } = new URL(request.url)
  const trouble = troubleOf(error, pathname)
  const { retryAfter, headers } = error.detail
  return answerPage(ctx, request, viewerOf(ctx, request), {
    head: { title: `${trouble.title} · Tapedeck`, description: trouble.reason, path: pathname, isHidden: true },
    main: <TroublePage {...trouble} />,
    status: error.status,
    headers: { ...headers, ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }) },
  })
}
