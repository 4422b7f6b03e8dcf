import BoardIsland from '../../../../public/islands/drop/board.tsx'
import ClockIsland from '../../../../public/islands/drop/clock.tsx'
import EnterIsland, { type EnterProps } from '../../../../public/islands/drop/enter.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { CoverImage, DrawnSleeve } from '../../../../public/lib/sleeve.tsx'
import PlayTape from '../../../../public/player/play-tape.tsx'
import type { Tape } from '../../../../public/player/state.ts'
import type { CampaignPage } from '../../../drop/view/model.ts'
import { say } from '../../../lib/language/say.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { titleLength } from '../../../lib/text/title-length.ts'
import type { Cover } from '../../../platform/asset/shape.ts'
import { island } from '../../document/island.tsx'
import { NeedsScript } from '../../parts/needs-script.tsx'
import { ReportHere } from '../../parts/report-here.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { stateLabels, sumsText } from './labels.ts'
import { Rules } from './rules.tsx'
import { Winners } from './winners.tsx'

const Board = island('drop/board', BoardIsland)
const Clock = island('drop/clock', ClockIsland)
const Enter = island('drop/enter', EnterIsland)
const Play = island('player/play-tape', PlayTape)

type DropPageProps = {
  drop: CampaignPage
  nowMs: number
  isFirst: boolean
  part: 'own' | 'stranger' | 'over' | Pick<EnterProps, 'own'>
  handle: string | null
  /** The tape of its hook as the deck plays it, with cover and texture; null while it is hidden. */
  holder: string
  hasRules: boolean
  look: { tape: Tape; cover: Cover | null; pattern: string } | null
}

/** A drop: the brief, the prize, the clock, the rules, the leaderboard and the winners. */
export function DropPage({ drop, nowMs, isFirst, part, handle, holder, hasRules, look }: DropPageProps) {
  const { campaign, submissions, nextCursor, payouts } = drop
  const { id, title, brief, artist, casset, hook, prize, endsAt, openedAt, state, entries, winners } = campaign
  const isOpen = state === 'OPEN'
  const isTaking = isOpen && (part === 'stranger' || typeof part === 'object')
  return (
    <main id="main" class="world drops wrap" data-pattern={look?.pattern ?? 'soft-grain'} tabIndex={-1}>
      <article class="jcard">
        <header class="drop-front">
          <div class="pic">
            {look?.cover ? (
              <CoverImage cover={look.cover} alt="" sizes="(width < 46rem) 32vw, 14rem" isFirst />
            ) : (
              <DrawnSleeve name={casset.name} />
            )}
          </div>
          <div class="about">
            <p class="eyebrow">
              <a href="/drops">{say('Drops')}</a> · <a href={pagePath(casset.slug)}>{casset.name}</a>
            </p>
            <h1 dir="auto" data-length={titleLength(title)}>
              {title}
            </h1>
            <p class="hand" dir="auto">
              {say('by {displayName}', { displayName: artist.displayName })}
            </p>
            <div class="acts">
              {isTaking && isFirst && (
                <a class="key go" href="#enter">
                  {typeof part === 'object' && part.own !== null ? say('Your clip') : say('Take part')}
                </a>
              )}
              {look && hook.trackId !== null && hook.title !== null && (
                <span class="hear">
                  <Play tape={look.tape} from={{ id: hook.trackId, title: hook.title }} />
                  <span dir="auto">{say('Hear “{title}”', { title: hook.title })}</span>
                </span>
              )}
            </div>
          </div>
        </header>
        <dl class="facts" id="facts">
          <div>
            <dt>{say('Prize')}</dt>
            <dd>
              <b class="prize">{prize.length > 0 ? sumsText(prize) : say('Nothing yet')}</b>
              {isOpen && prize.length > 0 && <span class="hint">{say('held by the payment processor')}</span>}
            </dd>
          </div>
          <div>
            <dt>{!isOpen ? say('State') : part === 'over' ? say('Ended') : say('Ends')}</dt>
            <dd>
              {isOpen ? (
                <>
                  <Day iso={endsAt} /> {part !== 'over' && <Clock endsAt={endsAt} nowMs={nowMs} />}
                </>
              ) : (
                stateLabels()[state]
              )}
            </dd>
          </div>
          <div>
            <dt>{say('Clips')}</dt>
            <dd>{entries}</dd>
          </div>
          <div>
            <dt>{say('Winners')}</dt>
            <dd>{winners}</dd>
          </div>
        </dl>
        {openedAt === null && state !== 'CANCELLED' && (
          <p class="notice">
            {inParts(say('Only you see this page, until the drop opens. <a>Run it in your studio</a>'), {
              a: (text) => <a href={`/studio/drops/${id}`}>{text}</a>,
            })}
          </p>
        )}
        <div class="halves">
          <div>
            {campaign.reason !== null && (
              <p class="notice">
                {say('It was cancelled, and its prize goes back: {reason}', { reason: campaign.reason })}
              </p>
            )}
            <p class="brief" dir="auto">
              {brief}
            </p>
            {payouts.length > 0 && <Winners drop={drop} handle={handle} />}
            {isOpen && isFirst && <Taking part={part} campaign={campaign} />}
            <section aria-labelledby="board">
              <h2 id="board">{isOpen ? say('Leaderboard') : say('Clips')}</h2>
              <Board
                id={id}
                slug={casset.slug}
                entries={submissions}
                winners={winners}
                isLive={isOpen && isFirst}
                empty={
                  openedAt === null || isOpen ? say('No clips yet. The first one leads.') : say('Nobody sent a clip.')
                }
                handle={handle}
              />
              <ShowOlder path={`/drops/${id}`} cursor={nextCursor} label={say('Show more clips')} />
              {submissions.length > 0 && (
                <p class="mono">
                  <ReportHere slug={casset.slug} />
                </p>
              )}
            </section>
          </div>
          <Rules campaign={campaign} holder={holder} hasRules={hasRules} />
        </div>
      </article>
    </main>
  )
}

type TakingProps = { part: DropPageProps['part']; campaign: CampaignPage['campaign'] }

function Taking({ part, campaign }: TakingProps) {
  const { id, hook, artist } = campaign
  if (part === 'over')
    return (
      <p class="notice">
        {say('It takes no more clips: {displayName} is choosing the winners.', { displayName: artist.displayName })}
      </p>
    )
  return (
    <section class="take-part coupon" aria-labelledby="enter">
      <h2 id="enter">{say('Take part')}</h2>
      {part !== 'own' && <Steps campaign={campaign} />}
      {part === 'own' && (
        <p>
          {inParts(say('This is your drop. <a>Run it in your studio</a>'), {
            a: (text) => <a href={`/studio/drops/${id}`}>{text}</a>,
          })}
        </p>
      )}
      {part === 'stranger' && (
        <p>
          <a class="key go" href={`/login?next=${encodeURIComponent(`/drops/${id}`)}`}>
            {say('Sign in to enter a clip')}
          </a>
        </p>
      )}
      {typeof part === 'object' && (
        <>
          <NeedsScript />
          <Enter id={id} artist={artist.displayName} hookId={hook.id} track={hook.title ?? ''} own={part.own} />
        </>
      )}
    </section>
  )
}

function Steps({ campaign: { hook, casset, artist } }: Pick<TakingProps, 'campaign'>) {
  const video = `/@${casset.slug}/clip/video?track=${hook.trackId ?? ''}`
  return (
    <ol class="steps">
      <li>{say('Hear the hook: the 30 seconds that your clip is about.')}</li>
      <li>
        {inParts(say('Film something to it, or <a>make a video with cover and lyrics here</a>.'), {
          a: (text) => (hook.trackId === null ? text : <a href={video}>{text}</a>),
        })}
      </li>
      <li>
        {say('Send it in here. {displayName} and everybody else can see it at once.', {
          displayName: artist.displayName,
        })}
      </li>
      <li>{say('Pass it on: likes and sales through your link are points.')}</li>
    </ol>
  )
}
