import commands from '../../../public/guide/fr/commands.md' with { type: 'text' }
import content from '../../../public/guide/fr/content.md' with { type: 'text' }
import desk from '../../../public/guide/fr/desk.md' with { type: 'text' }
import drops from '../../../public/guide/fr/drops.md' with { type: 'text' }
import growing from '../../../public/guide/fr/growing.md' with { type: 'text' }
import health from '../../../public/guide/fr/health.md' with { type: 'text' }
import bring from '../../../public/guide/fr/import.md' with { type: 'text' }
import letters from '../../../public/guide/fr/letters.md' with { type: 'text' }
import music from '../../../public/guide/fr/music.md' with { type: 'text' }
import payments from '../../../public/guide/fr/payments.md' with { type: 'text' }
import programs from '../../../public/guide/fr/programs.md' with { type: 'text' }
import releases from '../../../public/guide/fr/releases.md' with { type: 'text' }
import security from '../../../public/guide/fr/security.md' with { type: 'text' }
import server from '../../../public/guide/fr/server.md' with { type: 'text' }
import settings from '../../../public/guide/fr/settings.md' with { type: 'text' }
import tax from '../../../public/guide/fr/tax.md' with { type: 'text' }

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
