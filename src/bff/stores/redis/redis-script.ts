import { PRUNING } from './redis-pruning.ts';

/** Version of the layout of the keys, as this version of Vaultlink writes them. */
export const LAYOUT = 1;

/**
 * All operations of the store as one Lua script, which Redis runs atomically. `ARGV` is the prefix of all keys, the time (empty: the clock of Redis),
 * the name of a method, and its parameters. `KEYS` are the keys that {@link keysOf} returns.
 *
 * | key | holds |
 * |---|---|
 * | version | version of this layout |
 * | consumed | hashes of consumed states, by the time when they may be deleted |
 * | session:ID, grant:SUBJECT | hashes: each subject has at most one grant, and sessions belong to the grant of their subject |
 * | sessions | ids of sessions, by expiry |
 * | subjects | subject of each grant, by grant id |
 * | grants | ids of grants, sorted |
 * | sessions-of:SUBJECT | ids of a subject's sessions |
 * | secrets | sealed secrets, by name |
 * | unused | subjects, by the receipt of their pair, or by the later time of the next check whether the grant is used |
 * | dead | subjects of dead grants, by the time of the next check whether the grant can be deleted |
 *
 * No key has a TTL: expiry is judged by the caller's clock, which may differ from that of Redis. If Redis is configured to evict keys when its memory
 * is full, the affected users must connect again. Nothing else fails.
 */
export const scriptOf = (layout: number): string => `
local LAYOUT = ${layout}

local call = redis.call
local function key(...) return ARGV[1] .. table.concat({...}, ':') end

if tonumber(call('GET', key('version')) or LAYOUT) > LAYOUT then
  return redis.error_reply('LATER version')
end
-- Write the version only with other data, so that reads change nothing.
local function note_version() call('SETNX', key('version'), LAYOUT) end

local function now()
  if ARGV[2] ~= '' then return tonumber(ARGV[2]) end
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
-- Large numbers would lose digits in the default conversion.
local function text(number) return string.format('%.0f', number) end

local function row(...)
  local fields = call('HGETALL', key(...))
  return #fields > 0 and fields
end
-- Returns the key of a grant by its id, and its subject.
local function grant_key(id)
  local subject = call('HGET', key('subjects'), id)
  if not subject then return end
  local at = key('grant', subject)
  -- Otherwise Redis has evicted the grant, and its subject may have a new one.
  if call('HGET', at, 'id') == id then return at, subject end
end
-- Returns the same, if a field of the grant has this value.
local function grant_with(id, field, value)
  local at, subject = grant_key(id)
  if at and call('HGET', at, field) == value then return at, subject end
end
local function forget_grant(subject)
  call('ZREM', key('dead'), subject)
  call('ZREM', key('unused'), subject)
  local id = call('HGET', key('grant', subject), 'id')
  if not id then return end
  call('DEL', key('grant', subject))
  call('HDEL', key('subjects'), id)
  call('ZREM', key('grants'), id)
end
local function forget_session(id)
  local subject = call('HGET', key('session', id), 'subject')
  call('DEL', key('session', id))
  call('ZREM', key('sessions'), id)
  if subject then call('SREM', key('sessions-of', subject), id) end
  return subject
end
local function has_sessions(subject) return call('EXISTS', key('sessions-of', subject)) == 1 end

local function note_receipt(subject)
  local received = call('HGET', key('grant', subject), 'receivedAtMs')
  if received then call('ZADD', key('unused'), received, subject) end
end
-- Returns the expiry of a subject's last session.
local function last_end(subject)
  local last = 0
  for _, id in ipairs(call('SMEMBERS', key('sessions-of', subject))) do
    last = math.max(last, tonumber(call('HGET', key('session', id), 'expiresAtMs') or 0))
  end
  return last
end

local methods = {}

function methods.consumeState(hash, ends)
  note_version()
  return call('ZADD', key('consumed'), 'NX', ends, hash)
end

function methods.connect(session, ends, previous, id, subject, ...)
  note_version()
  local before = forget_session(previous)
  if before and before ~= subject and not has_sessions(before) then forget_grant(before) end
  forget_grant(subject)
  call('HSET', key('grant', subject), 'id', id, 'subject', subject, ...)
  call('HSET', key('subjects'), id, subject)
  note_receipt(subject)
  call('ZADD', key('grants'), 0, id)
  call('HSET', key('session', session), 'subject', subject, 'expiresAtMs', ends)
  call('ZADD', key('sessions'), ends, session)
  call('SADD', key('sessions-of', subject), session)
end
-- Returns the end of a session and its subject.
local function live_session(id, now_ms)
  local session = call('HMGET', key('session', id), 'expiresAtMs', 'subject')
  if session[1] and tonumber(session[1]) > tonumber(now_ms) then return session[1], session[2] end
end
function methods.findSession(id, now_ms)
  local ends, subject = live_session(id, now_ms)
  local grant = ends and row('grant', subject)
  if grant then return { ends, grant } end
end
function methods.findSessionState(id, now_ms)
  local ends, subject = live_session(id, now_ms)
  if not ends then return end
  local fields = { 'id', 'scope', 'expiresAtMs', 'deadReason', 'sealed' }
  local state = call('HMGET', key('grant', subject), unpack(fields))
  if not state[1] then return end
  local sealed = table.remove(state)
  return { ends, subject, string.match(sealed, '^(.-)%.') or '', unpack(state, 1, 4) }
end
function methods.setSessionEnd(id, ends)
  if call('EXISTS', key('session', id)) == 0 then return end
  call('HSET', key('session', id), 'expiresAtMs', ends)
  call('ZADD', key('sessions'), ends, id)
  return 1
end
function methods.disconnect(id)
  local subject = call('HGET', key('session', id), 'subject')
  if subject then return methods.disconnectSubject(subject) end
end
function methods.disconnectSubject(subject)
  local grant = row('grant', subject)
  for _, session in ipairs(call('SMEMBERS', key('sessions-of', subject))) do
    forget_session(session)
  end
  forget_grant(subject)
  return grant
end

function methods.findGrant(id)
  local _, subject = grant_key(id)
  return subject and row('grant', subject)
end
function methods.findGrantOfSubject(subject) return row('grant', subject) end
function methods.grants(after, limit)
  local rows = {}
  repeat
    local first = after == '' and '-' or '(' .. after
    local ids = call('ZRANGEBYLEX', key('grants'), first, '+', 'LIMIT', 0, limit - #rows)
    for _, id in ipairs(ids) do
      local grant = methods.findGrant(id)
      if grant then table.insert(rows, grant) end
      after = id
    end
  until #ids == 0 or #rows == tonumber(limit)
  return rows
end

function methods.takeLease(id, owner, lifetime)
  local at, subject = grant_key(id)
  if not at then return end
  local lease = call('HMGET', at, 'leaseOwner', 'leaseUntilMs')
  if lease[1] and lease[1] ~= owner and tonumber(lease[2]) > now() then return end
  call('HSET', at, 'leaseOwner', owner, 'leaseUntilMs', text(now() + lifetime))
  return row('grant', subject)
end
function methods.renewLease(id, owner, lifetime)
  local at = grant_with(id, 'leaseOwner', owner)
  if not at then return end
  call('HSET', at, 'leaseUntilMs', text(now() + lifetime))
  return 1
end
function methods.releaseLease(id, owner)
  local at = grant_with(id, 'leaseOwner', owner)
  if at then call('HDEL', at, 'leaseOwner', 'leaseUntilMs') end
end
function methods.markRefreshing(id, owner, attempt, since)
  local at = grant_with(id, 'leaseOwner', owner)
  if not at then return end
  if attempt then
    call('HSET', at, 'refreshAttempt', attempt, 'refreshSinceMs', since)
  else
    call('HDEL', at, 'refreshAttempt', 'refreshSinceMs')
  end
  return 1
end

function methods.saveGrant(id, version, ...)
  local at, subject = grant_with(id, 'version', version)
  if not at then return end
  call('HDEL', at, 'scope', 'deadReason', 'refreshAttempt', 'refreshSinceMs')
  call('HSET', at, ...)
  call('HINCRBY', at, 'version', 1)
  call('ZREM', key('dead'), subject)
  note_receipt(subject)
  return 1
end
function methods.markDead(id, version, reason, lifetime)
  local at, subject = grant_with(id, 'version', version)
  if not at then return end
  call('HSET', at, 'deadReason', reason)
  call('ZADD', key('dead'), text(now() + lifetime), subject)
  return 1
end
function methods.replaceSeal(id, before, sealed)
  local at = grant_with(id, 'sealed', before)
  if not at then return end
  call('HSET', at, 'sealed', sealed)
  return 1
end

function methods.keepSecret(name, sealed)
  if sealed then
    note_version()
    call('HSETNX', key('secrets'), name, sealed)
  end
  return call('HGET', key('secrets'), name)
end
function methods.replaceSecret(name, before, sealed)
  if call('HGET', key('secrets'), name) ~= before then return end
  call('HSET', key('secrets'), name, sealed)
  return 1
end
function methods.renameSubject(from, to)
  local id = call('HGET', key('grant', from), 'id')
  if not id or call('EXISTS', key('grant', to)) == 1 then return end
  call('RENAME', key('grant', from), key('grant', to))
  call('HSET', key('grant', to), 'subject', to)
  call('HSET', key('subjects'), id, to)
  local deadline = call('ZSCORE', key('dead'), from)
  if deadline then
    call('ZADD', key('dead'), deadline, to)
    call('ZREM', key('dead'), from)
  end
  for _, session in ipairs(call('SMEMBERS', key('sessions-of', from))) do
    call('HSET', key('session', session), 'subject', to)
    call('SADD', key('sessions-of', to), session)
  end
  call('DEL', key('sessions-of', from))
  call('ZREM', key('unused'), from)
  note_receipt(to)
  return 1
end

${PRUNING}
function methods.ping() return 1 end
function methods.server() return call('INFO', 'server') .. call('INFO', 'replication') end
function methods.layout() return call('GET', key('version')) or 0 end
-- Refuses processes of earlier versions from now on.
function methods.contract() call('SET', key('version'), LAYOUT) end

return methods[ARGV[3]](unpack(ARGV, 4))
`;
