/** The page of groups, as its stories name what is on it. */
import type { DomLocator } from './dom/locator.ts'
import type { DomPage } from './story.ts'

export const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
export const list = (page: DomPage): DomLocator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('switch') })
export const row = (page: DomPage, name: string) => list(page).filter({ has: page.getByText(name, { exact: true }) })
export const report = (page: DomPage) => dialog(page, 'Добавление групп')

export const linksOf = (page: DomPage) => dialog(page, 'Добавить группы').getByRole('textbox', { name: 'Ссылки' })
export async function paste(page: DomPage, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Добавить группы' }).first().click()
  await linksOf(page).fill(text)
}
export const add = (page: DomPage) =>
  dialog(page, 'Добавить группы').getByRole('button', { name: 'Добавить', exact: true })
