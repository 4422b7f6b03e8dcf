import { cassets } from '../../db/schema/casset/casset.ts'
import { type FileHolder, usesIn } from '../platform/file-holder.ts'

const covers = usesIn(cassets, cassets.coverAssetId, { use: 'cover', words: 'the cover of your casset' })
const backgrounds = usesIn(cassets, cassets.backgroundAssetId, {
  use: 'background',
  words: 'the background of your page',
})

/** Covers and backgrounds of cassets. */
export const cassetFiles: FileHolder = {
  uses: (ctx, ids) => [...covers(ctx, ids), ...backgrounds(ctx, ids)],
}
