import { Cassette } from '../../public/lib/cassette.tsx'
import type { Ctx } from '../context.ts'
import type { AppError } from '../errors.ts'
import { asTitle } from '../lib/language/as-title.ts'
import { say } from '../lib/language/say.ts'
import { viewerOf } from '../platform/http/session/session.ts'
import { maintenanceOf } from '../platform/http/site/maintenance.ts'
import { answerPage } from './answer-page.tsx'
import { misdirectedPage } from './misdirected-page.tsx'
import { Search } from './parts/frame/search.tsx'

function troubleOf({ status, message, detail }: AppError, path: string, isClosed: boolean): Trouble {
  if (status === 404) return nothingHere(path)
  if (isClosed && status === 503)
    return { title: say('Closed for work'), reason: message, hint: detail.hint ?? '', retry: path }
  const trouble = { title: asTitle(say('Something went wrong.')), reason: message, retry: path }
  return detail.hint === undefined ? trouble : { ...trouble, hint: detail.hint }
}

/** Returns the error page. It shows only the error's own message, which is written for readers. */
export function errorPage(ctx: Ctx, request: Request, error: AppError): Response {
  if (error.code === 'MISDIRECTED') return misdirectedPage(ctx, request)
  const { pathname } = new URL(request.url)
  const trouble = troubleOf(error, pathname, maintenanceOf(ctx).since !== null)
  const { retryAfter, headers } = error.detail
  return answerPage(ctx, request, viewerOf(ctx, request), {
    head: { title: trouble.title, description: trouble.reason, path: pathname, isHidden: true },
    main: <TroublePage {...trouble} />,
    status: error.status,
    headers: { ...headers, ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }) },
  })
}

type Trouble = { title: string; reason: string; hint?: string; retry?: string; hasSearch?: boolean }

const TroublePage = ({ title, reason, hint, retry, hasSearch }: Trouble) => (
  <main id="main" class="world trouble wrap" data-pattern="soft-grain" tabIndex={-1}>
    <div class="jcard">
      <Cassette />
      <h1>{title}</h1>
      <p>{reason}</p>
      {hint && <p>{hint}</p>}
      {hasSearch && <Search q="" />}
      <div class="acts">
        {retry !== undefined && (
          <a class="key go" href={retry}>
            {say('Try again')}
          </a>
        )}
        <a class="key" href="/">
          {say('Browse music')}
        </a>
      </div>
    </div>
  </main>
)

// Links that are emailed or shown once, each with its secret in the path or the query.
const ofOneLink = /^\/(?:(?:claim|collected|gift|licensed|request|taken)\/|(?:mailing-list|unsubscribe)$)/

/** The page for an unknown URL, or one that the visitor must not know of. */
const nothingHere = (path: string): Trouble => ({
  title: say('Page not found'),
  reason: ofOneLink.test(path)
    ? say('This link is incomplete or no longer valid. Open the whole link from the email, or copy it again.')
    : say('The casset may have been unpublished, or the address mistyped.'),
  hasSearch: true,
})
