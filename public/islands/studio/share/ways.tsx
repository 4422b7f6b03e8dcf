import '../../../lib/form-parts.ts'
import { type Shared, Ways } from '../../share-sheet.tsx'

export type ShareWaysProps = Omit<Shared, 'link' | 'later'>

/** Shows the ways to share a casset to its artist, whose shares are not counted. */
export default function ShareWays(casset: ShareWaysProps) {
  return <Ways {...casset} link={casset.url} note={() => undefined} />
}
