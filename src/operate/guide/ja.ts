import commands from '../../../public/guide/ja/commands.md' with { type: 'text' }
import content from '../../../public/guide/ja/content.md' with { type: 'text' }
import desk from '../../../public/guide/ja/desk.md' with { type: 'text' }
import drops from '../../../public/guide/ja/drops.md' with { type: 'text' }
import growing from '../../../public/guide/ja/growing.md' with { type: 'text' }
import health from '../../../public/guide/ja/health.md' with { type: 'text' }
import bring from '../../../public/guide/ja/import.md' with { type: 'text' }
import letters from '../../../public/guide/ja/letters.md' with { type: 'text' }
import music from '../../../public/guide/ja/music.md' with { type: 'text' }
import payments from '../../../public/guide/ja/payments.md' with { type: 'text' }
import programs from '../../../public/guide/ja/programs.md' with { type: 'text' }
import releases from '../../../public/guide/ja/releases.md' with { type: 'text' }
import security from '../../../public/guide/ja/security.md' with { type: 'text' }
import server from '../../../public/guide/ja/server.md' with { type: 'text' }
import settings from '../../../public/guide/ja/settings.md' with { type: 'text' }
import tax from '../../../public/guide/ja/tax.md' with { type: 'text' }

/** The guide in this language, by the names of its topics. */
export const guide: Readonly<Record<string, string>> = {
  commands,
  content,
  desk,
  drops,
  growing,
  health,
  import: bring,
  letters,
  music,
  payments,
  programs,
  releases,
  security,
  server,
  settings,
  tax,
}
