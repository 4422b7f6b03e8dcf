import { type Signal, useSignal } from '@preact/signals'
import { measureText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { titleLength } from '../../../../src/lib/text/title-length.ts'
import type { CoCasset, Message } from '../../../../src/room/co-casset/model.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { go } from '../../../lib/go.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import '../../../lib/signed-in-parts.ts'
import { type Refusal, troubleOf } from '../../../lib/trouble.ts'
import { Invite } from './invite.tsx'
import { Parts } from './parts.tsx'
import { Propose } from './propose.tsx'
import { Room } from './room.tsx'
import { type OwnTrack, type SharedTrack, Songs } from './songs.tsx'

export type CoCassetProps = {
  coCasset: CoCasset
  viewer: string
  tracks: readonly SharedTrack[]
  mine: readonly OwnTrack[]
  messages: readonly Message[]
}

export type Sharing = {
  readonly coCasset: Signal<CoCasset>
  readonly viewer: string
  /** Makes a change and shows the result; a refusal is shown as a sentence. */
  change(call: () => Promise<Answer>): Promise<boolean>
}

type Answer = { data: { coCasset: CoCasset }; error: null } | { data: null; error: Refusal }

export default function CoCassetIsland({ coCasset: shown, viewer, tracks, mine, messages }: CoCassetProps) {
  const coCasset = useSignal(shown)
  const problem = useSignal('')
  const change = async (call: () => Promise<Answer>) => {
    problem.value = ''
    const { data, error } = await call()
    if (error) problem.value = troubleOf(error).text
    else coCasset.value = data.coCasset
    return error === null
  }
  const sharing: Sharing = { coCasset, viewer, change }
  const { slug, name, published, creator, state } = coCasset.value
  const isMember = state === 'MEMBER'
  return (
    <>
      <header>
        <p class="eyebrow">@{slug}</p>
        <h1 dir="auto" data-length={titleLength(name)}>
          {name}
        </h1>
        {isMember && (
          <>
            <p class="lamp" data-lit={published || undefined}>
              {published ? say('Published') : say('Draft: only its artists can see it')}
            </p>
            <div class="acts">
              <a class="key" href={`/@${slug}`}>
                {say('View page')}
              </a>
              {creator === viewer && (
                <>
                  <a class="key" href={`/studio/together/${slug}/casset`}>
                    {say('Cover, price and publishing')}
                  </a>
                  <a class="key" href={`/studio/together/${slug}/emoji`}>
                    {say('Emoji')}
                  </a>
                  <a class="key" href={`/studio/together/${slug}/codes`}>
                    {say('Codes')}
                  </a>
                  <a class="key" href={`/studio/together/${slug}/room`}>
                    {say('Live room')}
                  </a>
                </>
              )}
            </div>
          </>
        )}
      </header>
      {!isMember && <Invitation sharing={sharing} />}
      <Said role="alert" class="problem">
        {problem}
      </Said>
      <Parts sharing={sharing} />
      {isMember && (
        <>
          <Propose sharing={sharing} />
          {creator === viewer && <Invite sharing={sharing} />}
          <Songs slug={slug} viewer={viewer} isCreator={creator === viewer} shared={tracks} mine={mine} />
          <Room slug={slug} viewer={viewer} messages={messages} />
          {creator !== viewer && <Leave slug={slug} />}
        </>
      )}
    </>
  )
}

function Invitation({ sharing: { coCasset, viewer, change } }: { sharing: Sharing }) {
  const { slug, creator, members, splits } = coCasset.value
  const by = members.find(({ handle }) => handle === creator)
  const percent = splits.percents[viewer]
  const accept = () => change(() => api['co-cassets']({ slug }).accept.post({ splitsId: splits.id }))
  const decline = async () => {
    const { error } = await api['co-cassets']({ slug }).leave.post({})
    if (error === null) go('/studio/together')
  }
  return (
    <section class="coupon" aria-labelledby="invitation">
      <h2 id="invitation">{say('You are invited')}</h2>
      <p>
        {inParts(
          say('<b>{displayName}</b> asks you to make this casset together.', { displayName: String(by?.displayName) }),
          { b: (text) => <b dir="auto">{text}</b> },
        )}{' '}
        {percent === undefined
          ? say('You would have no part of what it earns until all of you agree on new splits.')
          : say('Your part of what it earns would be {percent} percent.', { percent: measureText(percent) })}
      </p>
      <div class="acts">
        <button type="button" class="key go needs-js" onClick={() => void accept()}>
          {say('Accept')}
        </button>
        <button type="button" class="key needs-js" onClick={() => void decline()}>
          {say('Decline')}
        </button>
      </div>
    </section>
  )
}

function Leave({ slug }: { slug: string }) {
  const leaving = useSignal<string | null>(null)
  const leave = async () => {
    const { error } = await api['co-cassets']({ slug }).leave.post({})
    return error && troubleOf(error)
  }
  return (
    <section aria-labelledby="leaving">
      <h2 id="leaving">{say('Leave')}</h2>
      <p>
        {say('You take your tracks with you. People who bought the casset keep them, and you keep what you earned.')}
      </p>
      <div class="acts">
        <button type="button" class="key bad needs-js" onClick={() => (leaving.value = slug)}>
          {say('Leave this casset')}
        </button>
      </div>
      <AskDialog
        about={leaving}
        title={() => say('Leave this casset?')}
        keep={say('Stay')}
        go={say('Leave')}
        act={leave}
        after={() => go('/studio/together')}
      >
        {() => <p>{say('Your tracks come off its page, and later sales are divided among the others.')}</p>}
      </AskDialog>
    </section>
  )
}
