import BoardIsland from '../../../../public/islands/drop/board.tsx'
import ClockIsland from '../../../../public/islands/drop/clock.tsx'
import EnterIsland, { type EnterProps } from '../../../../public/islands/drop/enter.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { CampaignPage } from '../../../drop/view/model.ts'
import { say } from '../../../lib/language/say.ts'
import { pagePath } from '../../../lib/slug.ts'
import { titleLength } from '../../../lib/title-length.ts'
import { island } from '../../island.tsx'
import { NeedsScript } from '../../parts/needs-script.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { stateLabels, sumsText } from './labels.ts'
import { Rules } from './rules.tsx'
import { Winners } from './winners.tsx'

const Board = island('drop/board', BoardIsland)
const Clock = island('drop/clock', ClockIsland)
const Enter = island('drop/enter', EnterIsland)

type DropPageProps = {
  drop: CampaignPage
  nowMs: number
  /** Whether its first clips are shown, or a later page of them. */
  isFirst: boolean
  /** How the visitor may take part. */
  part: 'own' | 'stranger' | 'over' | Pick<EnterProps, 'own'>
  /** The visitor's artist handle. */
  handle: string | null
}

/**
 * A drop as everybody sees it: the brief, the prize, the clock, the rules, the leaderboard and the
 * winners.
 */
export function DropPage({ drop, nowMs, isFirst, part, handle }: DropPageProps) {
  const { campaign, submissions, nextCursor, payouts } = drop
  const { id, title, brief, artist, casset, hook, prize, endsAt, openedAt, state, entries, winners } = campaign
  const isOpen = state === 'OPEN'
  return (
    <main id="main" class="world drops wrap" data-pattern="soft-grain" tabIndex={-1}>
      <article class="jcard">
        <header>
          <p class="eyebrow">
            <a href="/drops">{say('Drops')}</a> · <a href={pagePath(casset.slug)}>{casset.name}</a>
          </p>
          <h1 dir="auto" data-length={titleLength(title)}>
            {title}
          </h1>
          <p class="hand" dir="auto">
            {say('by {displayName}', { displayName: artist.displayName })}
          </p>
        </header>
        <dl class="facts">
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
            {hook.title !== null && (
              <p>
                <a class="key" href={pagePath(casset.slug)}>
                  {say('Hear “{title}”', { title: hook.title })}
                </a>
              </p>
            )}
            {payouts.length > 0 && <Winners payouts={payouts} handle={handle} state={state} />}
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
            </section>
          </div>
          <Rules campaign={campaign} />
        </div>
      </article>
    </main>
  )
}

type TakingProps = { part: DropPageProps['part']; campaign: CampaignPage['campaign'] }

function Taking({ part, campaign: { id, hook, artist } }: TakingProps) {
  if (part === 'over')
    return (
      <p class="notice">
        {say('It takes no more clips: {displayName} is choosing the winners.', { displayName: artist.displayName })}
      </p>
    )
  return (
    <section aria-labelledby="enter">
      <h2 id="enter">{say('Take part')}</h2>
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
