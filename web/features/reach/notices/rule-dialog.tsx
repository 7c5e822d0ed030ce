import { Button, Modal, NumberInput, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  noticeChannels,
  noticeModes,
  type NoticeChannel,
  type NoticeRule,
  type NoticeSettings,
} from '../../../../contract/reach/notices.ts'
import { intentLevels } from '../../../../contract/reading/filters.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { ChoiceChips, ToggleChips } from '../../../kit/ui/components/choice-chips.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { isLinked } from './linked.ts'
import classes from './notices.module.css'
import { RulePreview } from './rule-preview.tsx'
import { channelNames, hourInWords, levelNames, modeNames, weekdayNames } from './rule-in-words.ts'
import { takeSettings } from './use-notices.ts'

type Filter = NoticeSettings['filters'][number]

interface RuleDialogProps {
  filter: Filter
  settings: NoticeSettings
  onClose: () => void
}

/** How one filter notifies, channel by channel; what would have come is shown before anything is saved. */
export function RuleDialog({ filter, settings, onClose }: RuleDialogProps) {
  const offered = noticeChannels.filter((channel) => settings.channels[channel].available)
  const first = offered.find((channel) => filter.rules[channel].mode !== 'off') ?? offered[0] ?? 'email'
  const [channel, setChannel] = useState<NoticeChannel>(first)
  return (
    <Modal opened onClose={onClose} title={`Уведомления: ${filter.name}`} size={560}>
      <Stack gap={4}>
        <Field title="Где">
          {(label) => (
            <ChoiceChips
              label={label}
              options={offered.map((each) => ({ value: each, title: channelNames[each] }))}
              value={channel}
              onChange={setChannel}
            />
          )}
        </Field>
        <RuleForm
          key={`${channel} ${JSON.stringify(filter.rules[channel])}`}
          filter={filter}
          channel={channel}
          settings={settings}
          onClose={onClose}
        />
      </Stack>
    </Modal>
  )
}

function RuleForm({ filter, channel, settings, onClose }: RuleDialogProps & { channel: NoticeChannel }) {
  const cache = useQueryClient()
  const [rule, setRule] = useState<NoticeRule>(filter.rules[channel])
  const change = (changed: Partial<NoticeRule>): void => setRule({ ...rule, ...changed })
  const asked = { filterId: filter.filterId, channel }
  const taken = {
    onSuccess: ({ settings: after }: { settings: NoticeSettings }) => {
      takeSettings(cache, after)
      showActionToast('Уведомления сохранены', null)
    },
  }
  const save = useAct('notices', 'setNoticeRule', taken)
  const reset = useAct('notices', 'resetNoticeRule', taken)
  const error = save.error ?? reset.error
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ ...asked, ...rule })
      }}
    >
      {!isLinked(settings, channel) && <AlertBox tone="quiet">{whereFirst[channel]}</AlertBox>}
      <Field title="Когда">
        {(label) => (
          <ChoiceChips
            label={label}
            options={noticeModes.map((mode) => ({ value: mode, title: modeNames[mode] }))}
            value={rule.mode}
            onChange={(mode) => change({ mode })}
          />
        )}
      </Field>
      {rule.mode !== 'off' && <RuleFields rule={rule} change={change} />}
      <RulePreview {...asked} rule={rule} />
      {error && <AlertBox tone="bad">{sentenceOf(error)}</AlertBox>}
      <DialogButtons onClose={onClose}>
        {filter.set.includes(channel) && (
          <Button variant="subtle" loading={reset.isPending} onClick={() => reset.mutate(asked)}>
            Как обычно
          </Button>
        )}
        <Button type="submit" loading={save.isPending}>
          Сохранить
        </Button>
      </DialogButtons>
    </Stack>
  )
}

/** A heading, and the chips under it. */
function Field({ title, children }: { title: string; children: (label: string) => ReactNode }) {
  return (
    <Stack gap={1}>
      <span className={classes.label} aria-hidden="true">
        {title}
      </span>
      {children(title)}
    </Stack>
  )
}

const whereFirst: Record<NoticeChannel, string> = {
  browser: 'Сначала включите уведомления в браузере: выше, в списке «Куда присылать».',
  email: 'Сначала подтвердите email в профиле.',
  telegram: 'Сначала подключите Telegram в списке «Куда присылать».',
  vk: 'Сначала разрешите сообщения VK в списке «Куда присылать».',
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourInWords(hour) }))

function RuleFields({ rule, change }: { rule: NoticeRule; change: (changed: Partial<NoticeRule>) => void }) {
  const days = rule.weekdays.map(String)
  return (
    <>
      {rule.mode === 'daily' && (
        <Stack gap={2}>
          <ToggleChips
            label="Дни недели"
            options={weekdayNames.map((title, at) => ({ value: String(at + 1), title }))}
            values={days}
            // One day at least: none is «Не присылать».
            onChange={(chosen) => chosen.length > 0 && change({ weekdays: chosen.map(Number) })}
          />
          <Select
            label="Во сколько"
            data={hours}
            value={String(rule.hour)}
            allowDeselect={false}
            onChange={(hour) => hour !== null && change({ hour: Number(hour) })}
            maw={160}
          />
        </Stack>
      )}
      <Field title="Какие сообщения">
        {(label) => (
          <ChoiceChips
            label={label}
            options={intentLevels.map((level) => ({ value: level, title: levelNames[level] }))}
            value={rule.level}
            onChange={(level) => change({ level })}
          />
        )}
      </Field>
      <NumberInput
        label="Когда наберётся"
        description="Сообщений в одном уведомлении, не меньше"
        value={rule.smallest}
        onChange={(typed) => {
          const asked = Number(typed)
          if (Number.isInteger(asked) && asked >= 1 && asked <= 100) change({ smallest: asked })
        }}
        min={1}
        max={100}
        allowDecimal={false}
        maw={320}
      />
    </>
  )
}
