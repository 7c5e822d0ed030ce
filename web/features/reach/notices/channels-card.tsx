import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconBrandTelegram, IconBrandVk, IconDeviceDesktop, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { NoticeAddress, NoticeChannel, NoticeSettings } from '../../../../contract/reach/notices.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { SettingsCard, SettingsNote, SettingsRow, StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './notices.module.css'
import { ThisBrowserButton, ThisBrowserNote } from './browser/this-browser.tsx'
import { useThisBrowser } from './browser/use-this-browser.ts'
import { takeSettings } from './use-notices.ts'

const icons: Record<NoticeChannel, ReactNode> = {
  browser: <IconDeviceDesktop size={20} aria-hidden="true" />,
  email: <IconMail size={20} aria-hidden="true" />,
  telegram: <IconBrandTelegram size={20} aria-hidden="true" />,
  vk: <IconBrandVk size={20} aria-hidden="true" />,
}

export interface ChannelsCardProps {
  settings: NoticeSettings
  /** How each is linked; null: it cannot be here. */
  link: Record<'telegram' | 'vk', ReactNode>
}

/** Where to: the browsers, the e-mail, the chats of a person. */
export function ChannelsCard({ settings, link }: ChannelsCardProps) {
  const { channels } = settings
  return (
    <SettingsCard title="Куда присылать">
      {channels.browser.available && <BrowserRow settings={settings} />}
      {channels.email.available && (
        <SettingsRow
          icon={icons.email}
          title="Почта"
          action={
            <Button component={Link} to="/profile" size="sm" variant="default">
              {channels.email.address === null ? 'Указать email' : 'Изменить'}
            </Button>
          }
        >
          <SettingsNote>{channels.email.address ?? 'Сначала подтвердите email в профиле'}</SettingsNote>
        </SettingsRow>
      )}
      {channels.telegram.available && (
        <ChannelRow settings={settings} channel="telegram" title="Telegram" link={link.telegram}>
          Бот пишет вам или в общий чат команды: с кнопками «В избранное», «Не моё», «Взять в работу».
        </ChannelRow>
      )}
      {channels.vk.available && (
        <ChannelRow settings={settings} channel="vk" title="VK" link={link.vk}>
          Пишет сообщество Эхолота, в личные сообщения.
        </ChannelRow>
      )}
    </SettingsCard>
  )
}

function BrowserRow({ settings }: { settings: NoticeSettings }) {
  const here = useThisBrowser()
  return (
    <ChannelRow
      settings={settings}
      channel="browser"
      title="Браузер"
      link={<ThisBrowserButton here={here} />}
      note={<ThisBrowserNote here={here} />}
    >
      Приходят, даже когда Эхолот закрыт. Включаются на каждом устройстве отдельно.
    </ChannelRow>
  )
}

interface ChannelRowProps {
  settings: NoticeSettings
  channel: NoticeAddress['channel']
  title: string
  link: ReactNode
  /** What stands in the way here. */
  note?: ReactNode
  children: ReactNode
}

function ChannelRow({ settings: { addresses, timeZone }, channel, title, link, note, children }: ChannelRowProps) {
  const own = addresses.filter((each) => each.channel === channel)
  const living = own.filter(({ endedAt }) => endedAt === null).length
  return (
    <SettingsRow
      icon={icons[channel]}
      title={title}
      mark={living > 0 && <StateMark tone="good">подключено</StateMark>}
      action={link}
    >
      <Stack gap={2}>
        <SettingsNote>{children}</SettingsNote>
        {note}
        {own.length > 0 && (
          <ul className={classes.list}>
            {own.map((address) => (
              <AddressRow key={address.id} address={address} zone={timeZone} />
            ))}
          </ul>
        )}
      </Stack>
    </SettingsRow>
  )
}

const ended: Record<NonNullable<NoticeAddress['endedBecause']>, string> = {
  blocked: 'больше не принимает сообщения: бот или сообщество заблокированы',
  gone: 'больше не отвечает',
  left: 'бота удалили из чата',
  unlinked: 'отвязан',
}

function endedInWords({ channel, endedBecause }: NoticeAddress): string {
  if (endedBecause === null) return 'Больше не работает'
  return channel === 'browser' && endedBecause === 'left'
    ? 'В этом браузере вы вышли из аккаунта'
    : `Адрес ${ended[endedBecause]}`
}

function AddressRow({ address, zone }: { address: NoticeAddress; zone: string }) {
  const cache = useQueryClient()
  const unlink = useAct('notices', 'unlinkAddress', {
    onSuccess: ({ settings }) => {
      takeSettings(cache, settings)
      showActionToast(`${address.title}: больше не присылаем`, null)
    },
    onError: (error) => showErrorToast(sentenceOf(error)),
  })
  const test = useAct('notices', 'sendTestNotice', {
    onSuccess: () => showActionToast('Пробное уведомление отправлено', null),
    onError: (error) => showErrorToast(sentenceOf(error)),
  })
  const { id, title, group, usedAt, endedAt } = address
  return (
    <Row as="li" gap={[1, 3]} align="center" justify="space-between" className={classes.row}>
      <Stack gap={0} className={classes.words}>
        <span className={classes.name}>
          {title} {group && <StateMark tone="quiet">общий чат</StateMark>}
        </span>
        <SettingsNote>
          {endedAt !== null ? (
            <>
              {endedInWords(address)}, <Moment at={endedAt} zone={zone} />
            </>
          ) : usedAt === null ? (
            'ещё не использовался'
          ) : (
            <>
              был на связи <Moment at={usedAt} zone={zone} />
            </>
          )}
        </SettingsNote>
      </Stack>
      <Row gap={1}>
        {endedAt === null && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={test.isPending}
            aria-label={`Проверить: ${title}`}
            onClick={() => test.mutate({ addressId: id })}
          >
            Проверить
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          loading={unlink.isPending}
          aria-label={`${endedAt === null ? 'Отвязать' : 'Убрать'}: ${title}`}
          onClick={() => unlink.mutate({ id })}
        >
          {endedAt === null ? 'Отвязать' : 'Убрать'}
        </Button>
      </Row>
    </Row>
  )
}
