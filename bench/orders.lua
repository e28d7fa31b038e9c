-- The flow of orders for wrk: limit orders within 20 ticks of a market's price, buying and selling at
-- random, so that about half of them cross; each with its own idempotency key and the transaction
-- password. CANCELS of a hundred calls take back the newest order that is known to rest, instead.
--   wrk … -s orders.lua URL -- TOKENS_FILE CANCELS PAIR:PRICE:TICK:QUANTITY…
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(args)
  tokens = {}
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line end
  cancels = tonumber(args[2])
  markets = {}
  for i = 3, #args do
    local pair, price, tick, quantity = args[i]:match("([^:]+):([^:]+):([^:]+):([^:]+)")
    tick = tonumber(tick)
    local places = tick < 1 and math.floor(-math.log10(tick) + 0.5) or 0
    markets[#markets + 1] = {
      pair = pair, price = tonumber(price), tick = tick, quantity = quantity,
      form = "%." .. places .. "f",
    }
  end
  math.randomseed(os.time() * 100 + number)
  run = string.format("%d-%d", os.time(), number)
  sent, refused = 0, 0
  reasons, resting = {}, {}
end

-- The middle of the prices wanders up and down by 40 ticks, so that what rests far from it is met in its
-- turn: otherwise orders would pile up there until every client has as many as a client may have.
function middle(market)
  local phase = sent % 4000 / 1000
  local swing = phase < 2 and phase - 1 or 3 - phase
  return market.price + market.tick * math.floor(swing * 40)
end

function post(path, who, body)
  return wrk.format("POST", path, {
    ["Content-Type"] = "application/json",
    ["Authorization"] = "Bearer " .. tokens[who],
  }, body)
end

function request()
  sent = sent + 1
  if #resting > 0 and math.random(100) <= cancels then
    local order = table.remove(resting)
    return post("/api/v3/trades/cancel-order", order.who, '{"order_id":"' .. order.id .. '"}')
  end
  local market = markets[math.random(#markets)]
  local who = math.random(#tokens)
  local side = math.random(2) == 1 and "BUY" or "SELL"
  local at = string.format(market.form, middle(market) + market.tick * math.random(-20, 20))
  local body = string.format(
    '{"name":"%s","delegate_type":"%s","number_of_order":"%s","order_per_unit":"%s","trade_type":"market",'
      .. '"market_type":"LIMIT","transaction_password":"bench trading 1","client_id":"%s-%d-%d"}',
    market.pair, side, market.quantity, at, run, sent, who)
  return post("/api/v2/my-order", who, body)
end

-- wrk does not say which request an answer is to: the key of an order ends in its client's number.
function remember(body)
  if cancels == 0 or not body:find('"state":"PENDING"', 1, true) then return end
  local id, who = body:match('"id":"(%d+)"'), body:match('"client_id":"[%d-]+-(%d+)"')
  if id and who then resting[#resting + 1] = { id = id, who = tonumber(who) } end
end

function response(status, headers, body)
  if status == 200 and body:find('"success"', 1, true) then return remember(body) end
  local reason = body:match('"message":"([a-zA-Z_]+)"') or tostring(status)
  -- The order was filled before its cancel came.
  if reason == "order_not_open" then return end
  refused = refused + 1
  reasons[reason] = (reasons[reason] or 0) + 1
end

local all = {}
local plain_setup = setup
function setup(thread)
  plain_setup(thread)
  all[#all + 1] = thread
end

-- One line that bench/run reads: calls a second, p50 and p99 in milliseconds, refused.
function done(summary, latency, requests)
  local refusals = 0
  local why = ""
  for _, thread in ipairs(all) do
    refusals = refusals + (thread:get("refused") or 0)
    for reason, count in pairs(thread:get("reasons") or {}) do
      why = why .. " " .. reason .. ":" .. count
    end
  end
  io.write(string.format("RESULT %.1f %.3f %.3f %d%s\n",
    (summary.requests - refusals) / (summary.duration / 1e6),
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, refusals, why))
end
