/**
 * The part of the script that clears away what nobody needs any more, in pieces that hold nobody up, and with it what only an earlier version needs.
 * It uses the functions of `redis-script.ts`.
 */
export const PRUNING = `
-- As much as holds nobody up for long, and whether there may be more.
function methods.prune(now_ms, limit)
  local function due(name)
    return call('ZRANGEBYSCORE', key(name), '-inf', now_ms, 'LIMIT', 0, limit)
  end
  local consumed, flows, sessions = due('consumed'), due('flows'), due('sessions')
  for _, hash in ipairs(consumed) do call('ZREM', key('consumed'), hash) end
  for _, id in ipairs(flows) do
    call('DEL', key('flow', id))
    call('ZREM', key('flows'), id)
  end
  for _, id in ipairs(sessions) do forget_session(id) end
  local dead = due('dead')
  for _, subject in ipairs(dead) do
    local last = last_end(subject)
    if last > tonumber(now_ms) then
      -- Somebody is still to be told: until the last session ends.
      call('ZADD', key('dead'), text(last), subject)
    else
      forget_grant(subject)
    end
  end
  return math.max(#consumed, #flows, #sessions, #dead) == tonumber(limit)
end
-- Whether there may be more. A process of an earlier version notes no receipt: what the grant says counts.
function methods.pruneUnused(now_ms, since, limit)
  local subjects = call('ZRANGEBYSCORE', key('unused'), '-inf', since, 'LIMIT', 0, limit)
  for _, subject in ipairs(subjects) do
    local row = call('HMGET', key('grant', subject), 'receivedAtMs', 'leaseUntilMs')
    local last = math.max(last_end(subject), tonumber(row[2] or 0))
    if not row[1] then
      call('ZREM', key('unused'), subject)
    elseif tonumber(row[1]) > tonumber(since) then
      note_receipt(subject)
    elseif last > tonumber(now_ms) then
      call('ZADD', key('unused'), text(last - now_ms + since), subject)
    else
      forget_grant(subject)
    end
  end
  return #subjects == tonumber(limit)
end
-- The receipt of each grant that an earlier version has kept. Returns the last id of this piece.
function methods.noteReceipts(after, limit)
  local first = after == '' and '-' or '(' .. after
  local ids = call('ZRANGEBYLEX', key('grants'), first, '+', 'LIMIT', 0, limit)
  for _, id in ipairs(ids) do
    local _, subject = grant_key(id)
    if subject and not call('ZSCORE', key('unused'), subject) then note_receipt(subject) end
  end
  return ids[#ids]
end
-- Flows of an earlier version that have not expired say that one of its processes may still be at work.
function methods.contract()
  if call('ZCARD', key('flows')) > 0 then return 0 end
  call('SET', key('version'), LAYOUT)
  return 1
end
`;
