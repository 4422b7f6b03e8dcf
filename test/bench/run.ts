import { join } from 'node:path'
import { compileExecutable } from '../../src/platform/build/build.ts'
import { benchAudio } from './audio.ts'
import { benchBackup } from './backup.ts'
import { benchBusyRoom } from './busy-room.ts'
import { benchCatalog } from './catalog.ts'
import { benchCheckout } from './checkout.ts'
import { benchDrop } from './drop.ts'
import { benchEdges } from './edges.ts'
import { benchExporter } from './exporter.ts'
import { benchGrowth } from './growth.ts'
import { benchImport } from './import.ts'
import { benchImportMany } from './import-many.ts'
import { benchLedger } from './ledger.ts'
import { benchLicense } from './license.ts'
import { benchNginx } from './nginx.ts'
import { benchPages } from './pages.ts'
import { benchPermission } from './permission.ts'
import { benchPreorder } from './preorder.ts'
import { benchRace } from './race.ts'
import { benchRelease } from './release.ts'
import { benchRender } from './render.ts'
import { type Row, renderRows } from './report.ts'
import { withResults } from './results.ts'
import { benchRoom } from './room.ts'
import { benchStart } from './start.ts'
import { benchStream } from './stream.ts'
import { benchTapes } from './tapes.ts'
import { benchUpload } from './upload.ts'
import { benchV1 } from './v1.ts'

const benches = {
  v1: benchV1,
  start: benchStart,
  stream: benchStream,
  upload: benchUpload,
  audio: benchAudio,
  checkout: benchCheckout,
  render: benchRender,
  tapes: benchTapes,
  pages: benchPages,
  race: benchRace,
  ledger: benchLedger,
  growth: benchGrowth,
  import: benchImport,
  'import-many': benchImportMany,
  backup: benchBackup,
  catalog: benchCatalog,
  room: benchRoom,
  'busy-room': benchBusyRoom,
  edges: benchEdges,
  nginx: benchNginx,
  release: benchRelease,
  drop: benchDrop,
  permission: benchPermission,
  license: benchLicense,
  exporter: benchExporter,
  preorder: benchPreorder,
}

/** `bun run bench [names…] [--write]` measures the executable; --write changes RESULTS.md. */
const args = Bun.argv.slice(2)
const wanted = args.filter((arg) => !arg.startsWith('--'))
const root = join(import.meta.dir, '../..')
const executable = join(root, 'dist/tapedeck')
await compileExecutable(executable)

const rows: Row[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  rows.push(...(await bench(executable)))
}
const date = new Date().toISOString().slice(0, 10)
console.log(renderRows(rows, date))
if (args.includes('--write')) {
  const file = Bun.file(join(import.meta.dir, 'RESULTS.md'))
  await Bun.write(file, withResults((await file.exists()) ? await file.text() : '', rows, date))
}
