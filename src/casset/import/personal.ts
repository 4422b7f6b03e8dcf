import { eraseSome } from '../../../db/erase-some.ts'
import { importedFiles } from '../../../db/schema/casset/import.ts'
import type { Personal } from '../../platform/personal.ts'

export const importPersonal: Personal = {
  sections: [
    {
      name: 'imported-files',
      start: [''],
      sql: `SELECT casset_id, sha256, track_id, imported_at, id AS k0 FROM imported_files
        WHERE artist_id = $artistId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
  ],
  erases: ['imported_files'],
  traces: [eraseSome(importedFiles.id, importedFiles.artistId, 'artistId')],
}
