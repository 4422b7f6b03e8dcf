import type { Plays } from '../../../../casset/play/model.ts'
import { say } from '../../../../lib/language/say.ts'
import { FigureTable } from '../../../parts/studio/figure-table.tsx'

type Track = Plays['tracks'][number]

/** Rows of tracks that are shown at once; the file has all of them. */
const mostShown = 100

export const TrackPlays = ({ tracks, hasSeveral }: { tracks: readonly Track[]; hasSeveral: boolean }) => (
  <section class="stat" aria-labelledby="by-track">
    <h2 id="by-track">{say('By track')}</h2>
    <p class="hint">
      {say('The curve shows how many people were still listening, from the first second to the last, over all time.')}
    </p>
    <FigureTable label={say('Plays by track')} sectionClass="scrolls" tableClass="play-table">
      <thead>
        <tr>
          <th scope="col">{say('Track')}</th>
          {hasSeveral && <th scope="col">{say('Casset')}</th>}
          <th scope="col">{say('Whole')}</th>
          <th scope="col">{say('How far')}</th>
          <th scope="col">{say('Previews')}</th>
          <th scope="col">{say('How far')}</th>
        </tr>
      </thead>
      <tbody>
        {tracks.slice(0, mostShown).map(({ id, title, casset, previews, wholes, previewStops, wholeStops }) => (
          <tr key={id}>
            <th scope="row" dir="auto">
              {title}
            </th>
            {hasSeveral && (
              <td class="name" dir="auto">
                {casset}
              </td>
            )}
            <td data-name={say('Whole')}>{wholes}</td>
            <td>
              <HowFar stops={wholeStops} />
            </td>
            <td data-name={say('Previews')}>{previews}</td>
            <td>
              <HowFar stops={previewStops} />
            </td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
    {tracks.length > mostShown && (
      <p class="hint">{say('The file has the other {tracks} tracks too.', { tracks: tracks.length - mostShown })}</p>
    )}
  </section>
)

/** Returns, for each part, the percent of plays that came to it, and the end. */
function stillListening(stops: readonly number[]): number[] {
  const all = stops.reduce((sum, plays) => sum + plays, 0)
  let left = all
  return stops.map((plays) => {
    const percent = (left / all) * 100
    left -= plays
    return percent
  })
}

function HowFar({ stops }: { stops: readonly number[] }) {
  if (stops.length === 0) return <span class="nothing">·</span>
  const percents = stillListening(stops)
  const toEnd = Math.round(percents.at(-1) ?? 0)
  const points = percents.map((percent, part) => `${(part / (percents.length - 1)) * 96},${24 - percent * 0.22}`)
  return (
    <span class="how-far">
      <svg viewBox="0 0 96 24" width="96" height="24" aria-hidden="true">
        <path class="area" d={`M0,24 L${points.join(' L')} L96,24 Z`} />
        <path d={`M${points.join(' L')}`} />
      </svg>
      <span>{say('{toEnd} % to the end', { toEnd })}</span>
    </span>
  )
}
