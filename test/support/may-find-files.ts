/**
 * The files of the product that ask where stored files are, and what for. Where a master is sent, its place comes from
 * `Entitlement.findMaster`.
 */
export const mayFindFiles = {
  'src/casset/access/audio-file.ts': 'hooks',
  'src/casset/access/entitlement.ts': 'masters, for who is entitled to them',
  'src/casset/download/await-pack.ts': 'sends a zip to who is entitled to every master in it',
  'src/casset/download/build-pack.ts': 'makes zips',
  'src/casset/download/sweep-pack.ts': 'deletes zips',
  'src/casset/track/ingest-track.ts': 'measures a master and cuts its hook',
  'src/casset/track/tagged-cover.ts': 'takes the picture out of a master',
  'src/context.ts': 'has them for all',
  'src/create-context.ts': 'opens the folder',
  'src/drop/submission/send-clip.ts': 'clips',
  'src/main.ts': 'names the command that moves files',
  'src/money/emoji/add-emoji.ts': 'pictures',
  'src/money/emoji/routes.ts': 'emoji',
  'src/operate/command/blobs.ts': 'moves files, for who owns the machine',
  'src/operate/command/nginx.ts': 'tells nginx where the folder is',
  'src/operate/command/site-folder.ts': 'names the folder',
  'src/operate/command/start-serving.ts': 'closes the folder to other accounts of the machine',
  'src/operate/command/table.ts': 'names the command that moves files',
  'src/operate/doctor/media.ts': 'counts files that nothing uses',
  'src/operate/export/end-exports.ts': 'deletes exports',
  'src/operate/export/make-export.ts': 'makes exports, of masters by `entitlementToUploads`',
  'src/operate/export/send-export.ts': 'sends an export to whose it is',
  'src/platform/asset/routes.ts': 'pictures',
  'src/platform/backup/format.ts': 'names files in a backup',
  'src/platform/backup/held-files.ts': 'copies everything, for who owns the machine',
  'src/platform/http/nginx.ts': 'tells nginx which file to send, for who was let have it',
}
