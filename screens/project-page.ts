/** The page of projects, as stories speak of it, and someone who has one. */
import { expect } from 'vitest'
import type { ProjectFields } from '../contract/watching/projects.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import type { DomLocator } from './dom/locator.ts'
import { cards, type DomPage } from './story.ts'

export const panel = (page: DomPage, name: RegExp | string = /^Проект \d+$/) =>
  page.getByRole('region', { name, exact: true })
export const trial = (page: DomPage) =>
  page.getByRole('region', { name: /^(Попробуйте слова до оплаты|Новый проект)$/ })
export const preview = (page: DomPage) => page.getByRole('region', { name: 'Что найдётся' })
/** Whatever stands above the steps at the moment. */
const savingTitles = /^(Сохраняем проект|Проект (не )?сохранён|Сохранено, но прошлые дни не просмотрены)$/
export const popup = (page: DomPage) => page.getByRole('dialog', { name: savingTitles })
export const save = (page: DomPage) => page.getByRole('button', { name: 'Сохранить' })
export const plain = (text: string): string => text.replaceAll('\u00A0', ' ')
/** The server has it, and has not begun to search: that `settle` does. */
export const untilSaved = (page: DomPage) => popup(page).getByText('Проверяем и сохраняем настройки: готово').waitFor()
/** How the steps stand: what a screen reader says of each. */
export const steps = async (page: DomPage): Promise<string[]> =>
  (await popup(page).getByRole('listitem').allTextContents()).map((text) => plain(text))
export const chips = (page: DomPage, field: string): DomLocator =>
  page.getByRole('list', { name: `${field}: выбрано` }).getByRole('listitem')

export async function add(page: DomPage, field: string, ...phrases: string[]): Promise<void> {
  const input = page.getByLabel(field, { exact: true })
  for (const phrase of phrases) {
    await input.fill(phrase)
    await input.press('Enter')
  }
}
export async function shows(page: DomPage, ...texts: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const all = await cards(page).allInnerTexts()
      return all.map((each) => texts.find((text) => each.includes(text)) ?? each)
    })
    .toEqual(texts)
}

export async function arrive(world: TestWorld, ...texts: string[]): Promise<void> {
  await world.receive(texts.map((text) => world.message(text)))
  await world.settle()
}

interface Life {
  vera: TestUser
  id: number
}
let people = 0
export async function life(world: TestWorld, fields: Partial<ProjectFields> = {}): Promise<Life> {
  people += 1
  const vera = await world.customer(`vera-${people}`)
  return { vera, id: await world.project(vera, { name: 'Велосипеды', ...fields }) }
}
export const bicycles = (page: DomPage) => panel(page, 'Велосипеды')
export const found = (page: DomPage) => bicycles(page).getByRole('link', { name: /сообщени/ })
