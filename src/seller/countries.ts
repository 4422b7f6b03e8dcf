/** Where the processor pays people, as two letters of ISO 3166-1. */
export const countries = (
  'at au be bg br ca ch cy cz de dk ee es fi fr gb gi gr hk hr hu ie it jp li lt lu lv mt mx my nl no nz pl pt ro se sg ' +
  'si sk th us'
).split(' ')
