import { cassets } from '../../db/schema/casset/casset.ts'
import { say } from '../lib/language/say.ts'
import { type FileHolder, usesIn } from '../platform/file-holder.ts'

const covers = usesIn(cassets, cassets.coverAssetId, {
  use: 'cover',
  get words() {
    return say('the cover of your casset')
  },
})
const backgrounds = usesIn(cassets, cassets.backgroundAssetId, {
  use: 'background',
  get words() {
    return say('the background of your page')
  },
})

export const cassetFiles: FileHolder = {
  uses: (ctx, ids) => [...covers(ctx, ids), ...backgrounds(ctx, ids)],
}
