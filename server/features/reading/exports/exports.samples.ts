/** A feed with what files have to keep apart: marks, quotes, a formula, one author twice. */
import type { TestUser } from '../../../testing/test-user.ts'
import { paid, type TestWorld } from '../../../testing/test-world.ts'

export const asked = 'Ищу фотографа на свадьбу, <b>бюджет</b> "до 30 000"; даты 5 и 6 июня'
export const formula = '=2+2 Ищу фотографа для каталога'

export async function exportReader(world: TestWorld): Promise<TestUser> {
  await world.looksFor('photographers', 'ищу фотографа')
  const anna = await world.customer('anna', paid('photographers'), paid('vets'))
  await world.receive([
    world.message(asked, {
      url: 'https://vk.com/wall1_1',
      author: { externalId: 'olga', name: 'Ольга Белова', url: 'https://vk.com/olga', city: 'Омск' },
    }),
    world.message(formula, { network: 'telegram', author: { externalId: 'petr', name: 'Пётр' } }),
    world.message('Ищу фотографа на крестины, на воскресенье', {
      author: { externalId: 'olga', name: 'Ольга Белова', url: 'https://vk.com/olga', city: 'Омск' },
    }),
  ])
  await world.settle()
  return anna
}
