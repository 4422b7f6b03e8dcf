import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { OwnLinks } from '../../../../src/release/link/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { Day } from '../../../lib/day.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { troubleOf } from '../../../lib/trouble.ts'

type OwnLink = OwnLinks['links'][number]
type Refused = 'nothing' | 'derivative' | 'agent'
type LinkRefusal = { link: OwnLink; refuse: Refused }

export type LinksProps = { releaseId: string; links: readonly OwnLink[] }

const nameOf = ({ release, external }: OwnLink) =>
  release?.title ?? external?.title ?? say('A release that is not public')
const addressOf = ({ release, external }: OwnLink) =>
  release ? `/@${release.handle}/releases/${release.id}` : external?.url
const byline = ({ release, external }: OwnLink) => (release ? `@${release.handle}` : external?.creator)

const keys = (): readonly { refuse: Refused; text: string }[] => [
  { refuse: 'nothing', text: say('Remove') },
  { refuse: 'derivative', text: say('Refuse') },
  { refuse: 'agent', text: say('Refuse its agent') },
]
const titles = () => ({
  nothing: say('Remove this link?'),
  derivative: say('Refuse this link?'),
  agent: say('Refuse all links by this agent?'),
})
const consequences = () => ({
  nothing: say('It is removed from both pages. It may be registered again.'),
  derivative: say('It is removed from both pages and cannot be registered again.'),
  agent: say('It is removed from both pages, and this agent can no longer register anything for your releases.'),
})

/**
 * Links that agents registered to works made from a release, or to its sources: the artist removes
 * wrong ones, for now or for good.
 */
export function Links({ releaseId, links }: LinksProps) {
  const shown = useSignal(links)
  const asked = useSignal<LinkRefusal | null>(null)
  const act = async ({ link, refuse }: LinkRefusal) => {
    const query = refuse === 'nothing' ? {} : { refuse }
    const { error, status } = await api.internal
      .releases({ id: releaseId })
      .derivatives({ linkId: link.id })
      .delete({}, { query })
    return error && status !== 404 ? troubleOf(error) : null
  }
  const after = ({ link }: LinkRefusal) => {
    shown.value = shown.value.filter(({ id }) => id !== link.id)
    announce(say('{name} is removed.', { name: nameOf(link) }))
    focusOn('#links')
  }
  if (shown.value.length === 0) return <p class="empty">{say('Nothing is linked with this release.')}</p>
  return (
    <>
      <ul class="rows batches">
        {shown.value.map((link) => (
          <LinkRow key={link.id} link={link} ask={(refuse) => (asked.value = { link, refuse })} />
        ))}
      </ul>
      <AskDialog
        about={asked}
        title={({ refuse }) => titles()[refuse]}
        keep={say('Cancel')}
        go={say('Remove')}
        act={act}
        after={after}
      >
        {({ link, refuse }) => (
          <p>
            <b dir="auto">{nameOf(link)}</b>: {consequences()[refuse]}
          </p>
        )}
      </AskDialog>
    </>
  )
}

function LinkRow({ link, ask }: { link: OwnLink; ask: (refuse: Refused) => void }) {
  const address = addressOf(link)
  return (
    <li>
      <b dir="auto">
        {address === undefined ? (
          nameOf(link)
        ) : (
          <a href={address} rel="nofollow noopener">
            {nameOf(link)}
          </a>
        )}
      </b>
      <p class="mono">
        {link.direction === 'source' ? say('Derivative work') : say('Source')} · {byline(link)} ·{' '}
        {inParts(
          link.agent === undefined
            ? say('registered <day></day> by {name} (identity not verified)', { name: link.registeredBy })
            : say('registered <day></day> by {name}', { name: link.registeredBy }),
          { day: () => <Day iso={link.registeredAt} /> },
        )}
      </p>
      {link.note !== null && <p dir="auto">{link.note}</p>}
      <div class="acts">
        {keys()
          .filter(({ refuse }) => refuse !== 'agent' || link.agent !== undefined)
          .map(({ refuse, text }) => (
            <button
              key={text}
              type="button"
              class="key needs-js"
              aria-label={`${text}: ${nameOf(link)}`}
              onClick={() => ask(refuse)}
            >
              {text}
            </button>
          ))}
      </div>
    </li>
  )
}
