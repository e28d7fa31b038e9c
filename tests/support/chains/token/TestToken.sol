// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

// A token for tests and the demo: everybody may make as much of it as they like. Besides what ERC-20
// asks for it can do what real tokens and forgers have done to exchanges.
contract TestToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 amount) public {
        unchecked {
            totalSupply += amount;
            balanceOf[to] += amount;
        }
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) public returns (bool) {
        return move(msg.sender, to, amount);
    }

    function approve(address spender, uint256 amount) public returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) public returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= amount, "allowance");
        allowance[from][msg.sender] = allowed - amount;
        return move(from, to, amount);
    }

    // Several transfers in one transaction.
    function scatter(address[] calldata to, uint256 amount) public {
        for (uint256 i = 0; i < to.length; i++) move(msg.sender, to[i], amount);
    }

    // A transfer that fails after its event was written.
    function transferAndRevert(address to, uint256 amount) public {
        move(msg.sender, to, amount);
        revert("changed my mind");
    }

    // The event of a transfer with its amount among the topics, as tokens of NFTs have it, and one
    // whose data is longer than a number.
    function strangeEvents(address to, uint256 amount) public {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        bytes32 from = bytes32(uint256(uint160(msg.sender)));
        bytes32 target = bytes32(uint256(uint160(to)));
        bytes memory data = abi.encode(amount, amount);
        assembly {
            log4(0, 0, topic, from, target, amount)
            log3(add(data, 32), 64, topic, from, target)
            log3(0, 0, topic, from, target)
        }
    }

    // Pays the chain's own coin out of a contract: invisible in the block's transactions.
    function forward(address payable to) public payable {
        to.transfer(msg.value);
    }

    receive() external payable {}

    function move(address from, address to, uint256 amount) private returns (bool) {
        require(balanceOf[from] >= amount, "balance");
        unchecked {
            balanceOf[from] -= amount;
            balanceOf[to] += amount;
        }
        emit Transfer(from, to, amount);
        return true;
    }
}
