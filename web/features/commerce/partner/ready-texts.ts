import { inPercent } from './partner-in-words.ts'
import type { Partner } from './use-partner.ts'

/** Words a partner may send as they are; the title is what the button that copies them is named after. */
export function readyTexts({
  link,
  promoCode: { code },
  terms: { discount },
}: Pick<Partner, 'link' | 'promoCode' | 'terms'>): { title: string; text: string }[] {
  const gift =
    code === '' || discount === 0 ? '' : ` По промокоду ${code} первая покупка дешевле на ${inPercent(discount)}.`
  return [
    {
      title: 'текст для знакомых',
      text: `Есть сервис Эхолот: он показывает сообщения людей, которые прямо сейчас ищут исполнителя в соцсетях. Есть пробный доступ без карты.${gift} ${link}`,
    },
    {
      title: 'текст для канала',
      text: `Эхолот читает открытые сообщения VK, Telegram, OK и других сетей и показывает те, где спрашивают о ваших услугах. Кто отвечает первым, тот и получает клиента.${gift} Попробовать: ${link}`,
    },
    { title: 'короткий текст', text: `Клиенты из соцсетей, которые ищут вас сами: ${link}${gift}` },
  ]
}
