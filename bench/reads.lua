-- A signed-in read for wrk: wrk … -s reads.lua URL -- TOKENS_FILE
function init(args)
  tokens = {}
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line end
  math.randomseed(os.time())
end

function request()
  return wrk.format("GET", nil, { ["Authorization"] = "Bearer " .. tokens[math.random(#tokens)] })
end
